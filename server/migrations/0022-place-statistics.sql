-- A district is in one state. Without this the planner expects a sixteenth of the posts of a large district, and sorts all
-- of them instead of reading the list in its order.
create statistics if not exists posts_state_and_district (dependencies, mcv) on state, district from posts;
analyze posts;

-- In one transaction
