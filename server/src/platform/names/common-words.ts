const list = (words: string) => words.trim().split(/\s+/);

/** Left out of names and of what is typed: 'gehu ka beej', 'गाय का दूध'. */
export const particles = new Set(list(`ka ki ke da di de nu का की के ਦਾ ਦੀ ਦੇ નો ની નું ના चा ची चे च्या of the`));

/** Beside a crop or place they mean nothing. Mandi alone is a district. */
export const fillers = new Set(
  list(`
  in from at near mandi market district dist zila jila state village me mein se par
  में मे से पर मंडी मण्डी बाजार जिला ज़िला जिले राज्य मध्ये येथे માં થી ਵਿੱਚ ਤੋਂ ਮੰਡੀ
  price prices rate rates cost sale sell selling buy buying purchase for need needed want wanted available supplier
  fresh new best good quality pure cheap today live latest online wholesale retail per kg kgs kilo quintal qtl ton tons
  bag bags box boxes litre liter dozen crop crops
  bhav bhaav bhao bhaw daam dam ret reat kimat keemat mol mulya bajar bazar bazaar kharidna kharidne kharid khareedna
  bechna bechne bikri bikau becho lena leni dena chahiye chaahiye chahie chahiyen hai he aaj kal taza taaza tazi taaji taja
  achha accha badhiya sasta fasal kilo kwintal kuntal
  भाव दाम रेट कीमत क़ीमत मूल्य मोल खरीदना खरीदने खरीदें बेचना बेचने बिक्री बिकाऊ चाहिए चाहिये है हैं आज ताजा ताज़ा ताजी ताज़ी
  अच्छा बढ़िया सस्ता फसल फ़सल किलो क्विंटल कुंतल लेना देना बाज़ार
  दर भाव किंमत बाजारभाव आजचा आजचे विकणे विक्री खरेदी पाहिजे हवे हवा आहे ताजे ताज्या
  vikri kharedi pahije havi aahe darr kimmat aajche aajcha
  ભાવ કિંમત આજના આજનો તાજા તાજું વેચવા વેચાણ ખરીદી જોઈએ છે બજાર bhaav vechva vechvu joiye joie che aajna
  ਭਾਅ ਭਾਵ ਰੇਟ ਮੁੱਲ ਕੀਮਤ ਅੱਜ ਤਾਜ਼ਾ ਤਾਜ਼ੇ ਵੇਚਣਾ ਖਰੀਦਣਾ ਚਾਹੀਦਾ ਚਾਹੀਦੇ ਚਾਹੀਦੀ bhaa mull chahida chahidi vechna
  দাম দর মূল্য আজ আজকের তাজা টাটকা বিক্রি কিনতে চাই বাজার কেজি কুইন্টাল dam dor aajker ajker bikri kinte chai bajar tatka
  ଦାମ ଦର ମୂଲ୍ୟ ଆଜି ଆଜିର ତାଜା ବିକ୍ରି କିଣିବା ଦରକାର ବଜାର dara aji bikiri darkar
  விலை இன்றைய இன்று விற்பனை விற்க வாங்க தேவை புதிய சந்தை கிலோ vilai indraya vilaipatti virpanai vangga vaanga thevai sandhai
  ధర ధరలు రేటు ఈరోజు నేటి తాజా అమ్మకం అమ్మకానికి కొనుగోలు కావాలి మార్కెట్ కిలో క్వింటాల్ dhara dharalu retu eeroju ammakam kavali kaavali konali
  ಬೆಲೆ ದರ ಇಂದಿನ ಇಂದು ತಾಜಾ ಮಾರಾಟ ಮಾರಾಟಕ್ಕೆ ಖರೀದಿ ಬೇಕು ಮಾರುಕಟ್ಟೆ ಕೆಜಿ ಕ್ವಿಂಟಲ್ bele indina marata beku marukatte
  വില ഇന്നത്തെ ഇന്ന് വിൽപ്പന വിൽപ്പനയ്ക്ക് വാങ്ങാൻ വേണം പുതിയ ചന്ത കിലോ vila innathe vilppana venam vangan
`),
);

/** Found as they are written only: they sound like names, or are one slip away, and mean something else. */
export const commonWords = new Set([
  ...list(`
  bakri bakra bakre goat goats sheep bhed cow cows gaay buffalo bhains calf bachhra tea chai coffee rubber urea dap potash npk
  paper party bank manager mother morning sunday holiday camel computer tennis shampoo mountain country india
  english hindi camera baby papa good night great green what heat cheat union opinion tango grade close glove
  apply appeal peace pieces place plan plane play please range arrange money honest parrot melody demon
  button cutting culture capital garden general ground group gate gift girl given glass
  many maybe mail main major male march mark marry master match mean media meet member men message metal middle
  military mile million mind minute mirror miss mix model modern moment monday month moon more most mouth move much music
  can car card care carry case cast catch cause center central century certain chance change charge chart check cheese choice
  choose circle city class clean clear clock cloth cloud coach coast coat code coin cold collar color colour come common
  control cook cool copy corner correct count couple course court cover cricket cross crowd cry cup current cut
  paint pair palace pale panel pants parent park part pass past path pay pen pencil perfect period person pet petrol photo
  phone piano picture pilot pin pink pipe plant plate pocket point police policy pool poor pop popular port post pot pound power
  present press pretty prince print prize product profit project proper protect public pull pure push put
  table tail take talk tall tank tape target task taste tax tea teach team tear tell ten term test text than thank that
  there thing think third thread throat through throw ticket tie tight tile time tip tired title toilet tone tool tooth top total touch
  tour tower town toy track trade train travel treat tree trial trip trouble truck true trust truth try turn twice type
  ball band bar base basic basket bath battle beach bear beat beauty bed begin behind believe bell belt bench bend best better
  between big bill bird birth bit bite black blade blame blind block blood blow blue board boat body bold bone bonus book boot border born
  boss bottle bottom bowl brain branch brand brave bread break bridge brief bright bring broken brother brown brush build bullet burn
  bus bush business busy buy
  damage dance danger dark date daughter dead deal dear death debt decide deep degree deliver demand depth desert design desk detail
  die diet difference different difficult dinner direct dirt disease dish doctor dog dollar door double doubt down draw dream drink drive drop
  drug dry due during dust duty hair half hall hammer hand handle happy hard hat hate have head health hear heart
  help hero hide high hill hit hold hole home hope horse hospital hot hotel hour house huge human hundred hunt hurry husband
  sad safe sail salary sale same sample save scale scene school science score sea search season seat second secret section
  see self send senior sense series serious serve set settle seven several shade shadow shake shape share sharp shelf shell shift shine
  ship shirt shock shoe shop short shoulder show shower shut sick side sight sign signal silent silk silver similar simple since sing single
  sister size skill skin sky sleep slide slow small smart smell smile smoke smooth snake social soft soil soldier solid some song soon
  sorry sort soul sound source south space spare speak special speed spell spend spirit spoon sport spot spread spring square staff stage
  stamp stand star start state station stay steal steel step stick still stock stomach stone stop store storm story strange stream
  street strong student study stuff style subject success such sudden suffer suggest suit summer sun super support sure surface sweet swim
  switch system ladder lady lake lamp land large last late laugh law lawyer lay lazy lead leader leaf league learn least
  leather leave left leg legal lend length lesson letter level library license lie life lift light like limit line link lion lip liquid list
  listen live load loan local lock logic lonely look loose lorry lose loss lost loud love low loyal luck lunch
  race radio rail rain raise rank rapid rare rate rather reach react read ready real reason receive record red reduce regret regular
  reject relax remain remember remote remove rent repair repeat reply report rescue rest result return review reward rich ride ring
  risk river road rock role roof room root rope rough round route royal rude ruin rule run
  wait wake walk wall want war warm warn wash waste watch wave way weak wealth wear weather wedding week weight welcome well
  west wet wheel where which white whole why wide wife wild will wind window wine wing winner winter wire wish with without
  woman wonder wood word work world worry worth wound write wrong young your zero zone
  fact fail fair fall false fame family famous far fast fat father fault favour fear feel fever few field fight figure file fill film final find
  finger finish fire firm first fish fit five fix flag flat float floor flow fly focus fold follow food fool foot force foreign forest
  forget fork form forward four frame free friend front fuel full fun funny future
  office officer oil old open option orbit order other our outside oven over own owner name narrow nation
  native nature near neat neck need needle nephew nerve nest net never news nice nine noise none normal north nose note
  number nurse eager ear early earn earth east easy eat edge eight either elect empty end enemy energy engine enjoy
  enough enter entry equal error escape even event ever every exact exam example excuse exit expect expert eye
  above accept access account act add adult afraid after again age agent ago agree ahead air airport alarm album all allow alone also
  always amount anger angle angry animal answer any appear area argue arm army around arrive art ask attack august aunt author autumn avoid
  ice idea image index inside iron island item jacket jail job join joke journey joy judge jump jungle junior just key kick kid kill kind king kiss
  kitchen knee knife knock know under uncle union unit until upper urban use usual valley value van vast very video view village visit vital
  voice vote barely january february april june july september october november december tuesday wednesday thursday friday saturday
  buyer seller trader tomorrow yesterday monkey elephant dragon parrot rabbit tiger turtle
`),
  ...list(`
  aadmi aag aage aasman aankh achar adhik admi ajeeb akela akhbar andar andhera angan apna apni asar asli asman atma aurat awaaz
  baad baal baar baarish baat bachpan bada badal bade badi bahar bahen bahu bahut bandar bandh bartan basti bechain beta beti bete
  bhagwan bhai bhais bhakti bharat bhasha bhed bhookh bilkul bimari bistar bohot budha bukhar bura chaand chacha chachi chaku chal chalna chalo chand chandi
  chaukidar cheez chehra chhat chhota chhoti chidiya chithi chitthi chor chori chulha chunav dada dadi dafa darna daroga darwaza daud
  daudna dawai dawa deewar desh devi dhanyavaad dhanyavad dhoop dhundh dhyan dil din diwali dosti dosto dukan dukaan dulha duniya dur dushman gaadi gaana
  gadha gala gali gand garam garib garmi gayi ghadi ghar ghoda ghoomna ghoda gora gori gussa haath hafta halat halka hamara hasna hathi
  hawa hisab hona hosh ilaj imaan insaan intezar itihas itna jaan jaana jadoo jagah jaldi janam janta janwar jawani jawab jawan jeena jeet jhagda jhoot jootha joota
  kaam kab kabhi kachra kadam kahan kahani kaisa kaise kalam kalyan kamai kamaal kamar kamra kanoon kapda kapde karna karo kaun kavi khana khatra
  khel khelna khet kheti khidki khoon khud khush khushi kisan kismat kitab kitna kona kushti kutta ladai ladka ladke ladki lakdi lamba likhna log loha lota
  maa maamla maan maar machli maidan makaan makan maksad malik mandir mannat mantri masjid matlab mausam mehnat mera meri mitti mitra mota motha mujhe mukhya muh mushkil
  naam naak naari nachna nadi naha nahi naka namak namaskar namaste nana nani naukri naya nazar neend neta nikal paani padhai padhna paer pahad paisa paise pani
  parda pareshan parivar pati patla patni patra patthar paudha peena pehla pet phir pinjra pitaji pooja purana purani pyaar pyar pyara pyasa raat raaz raja rajya rang rani
  rasoi rasta roti rupaya saal saap saath sadak safai sahara saheli samay samaj samajh sambandh samudra sangeet sapna sar sarak sardi sarkar sasural savaal sawal seva shaadi shadi
  shahar shaher shakti shanti sharir shayad sher shukriya sikka sona subah suno suraj sundar takat talaab tara tasveer thanda tota toofan tyohar ummeed upar vaada vachan vidya vishwas vivah
  wada waqt shak kangan jhola rassi aari kathol kadhai kohra whale yaar yaatra yuddh yuva zameen zamin zindagi zubaan
  घोड़ा हाथी पानी मकान मौसम सरकार आसमान नमस्ते धन्यवाद शर्मा मंदिर मंत्री कपड़ा कुत्ता बंदर चांदी सोना पत्थर सुंदर पुराना नदी पहाड़ गाना बर्तन चूल्हा प्यार दुनिया दवाई
  മനുഷ്യൻ വീട് ಮನೆ বন্ধু
`),
  // Names of people: looked up as people.
  ...list(`
  abdul abhay abhishek aditya aftab ahmed aisha ajay ajit akash akhil akshay ali alok aman amar amarjit amit amol amrita anil anirudh anita anjali
  ankit ankita anup anuradha anwar aparna archana arjun arti arun aruna arvind asha ashish ashok ashwini asif asim atul ayesha ayush babita babu babulal balaji
  baldev baljeet balram balwinder banwari basant basavaraj bhagat bhanu bharati bhaskar bhavani bhavesh bhavna bhim bhola bhupinder bhushan bimal bina bindu bipin chaman chandan chandra
  chandrakant charan chetan chirag chitra daljit damodar daya deep deepa deepak deepika deepti dev devendra devi dhanraj dharam dharmendra dhiraj dilip dinesh divya durga dwarka eknath
  farhan farida farooq fatima gajendra ganesh ganga ganpat gaurav gauri gayatri geeta geetha girish gita gopal gopi govind gulzar gurdeep gurmeet gurpreet hamid hanuman hari harish harjinder harpreet
  harsh harsha heena hema hemant hemlata hitesh hussain imran indira indra indu iqbal irfan isha ishwar jagdish jai jamal janaki jasbir jaspreet jaswant javed jaya jayant jayanti jayesh
  jeevan jignesh jitendra john joseph jyoti kailash kajal kalpana kalyani kamal kamala kamla kanchan kanta kanti kapil karan kareena karim karthik kartik kashish kaushal kavita kavitha keshav ketan
  khushi kiran kirti kishan kishor komal krishan krishnan kuldeep kumar kumaran kumari kunal kusum lakhan lakshman lakshmi lal lalit lalita lata latha laxmi leela lokesh madan madhav madhuri mahadev mahesh
  mahima malik malini mallika malti mamta manish manisha manjeet manjit manju manjula manjunath manoj manpreet mansi mary mathew maya mayur meena meenakshi meera megha mehul milind minakshi mina mithun
  mohammed mohan mohini mohit monika mukesh mukta muni murali murugan mustafa muthu nagaraj nalini namita nanda nandini naresh nargis narayan narendra naseem nasreen naveen navin neelam neeraj neha nidhi nikhil nilesh
  nirmala nisha nitin nitya omkar om padma pankaj paramjit parminder parvati parveen pavan pawan piyush poonam prabha prabhu pradeep prakash pramod pranav prasad prashant pratap pratibha praveen prem
  priti priya priyanka puja pushpa radha raghu rahim rahul raj raja rajan rajani rajat rajendra rajesh rajiv rajkumar rajni raju rakesh ram rama raman ramesh ramu rana rani ranjan ranjit rashid rashmi ratan
  ravi ravinder reena rekha renu renuka reshma ritu rita robin rohan rohit roshan rukmini rupa rupali sachin sadhana sahil salim salma salman sameer samir sandeep sandhya sangeeta sanjay sanjeev santosh
  sapna sarala saraswati sarita saroj satish satya savita savitri seema selvam senthil shabana shahid shakuntala shalini shankar shanti sharad sharda shashi shatrughan shekhar shiv shiva shivaji shobha shreya shyam
  siddharth sita smita sneha sohan sonal sonali sonia sourav srinivas subhash sudha sudhir sujata sulochana suman sumit sumitra sunil sunita suraj surekha surendra suresh surjit surya sushil sushma swapna
  swati tanu tanuja tapan tara tarun tejas thomas uday uma umesh urmila usha vaishali vandana vani varsha varun vasant vasu ved veena venkat venkatesh venu vidya vijay vijaya vikas vikram vimal vimala vinay
  vineet vinod vipin virat virender vishal vishnu vivek yamuna yash yashoda yashwant yogesh yusuf zaheer zakir zeenat
  agarwal aggarwal ahluwalia anand ansari arora babar bagchi bahl bajaj bakshi balakrishnan banerjee bansal barua basu behera bhalla bharadwaj bhardwaj bhatia bhatt bhattacharya bisht biswas bose brar
  chakraborty chatterjee chaudhari chaudhary chauhan chavan chawla chopra choudhary choudhury chowdary das dasgupta datta deol desai deshmukh deshpande dey dhaliwal dhillon dhawan dixit dubey dutta dwivedi
  fernandes gaikwad gandhi garg gawde ghosh gill goel gokhale gopalan goswami gowda goyal grewal guha gujjar gupta gurjar handa hegde hooda iyengar iyer jadhav jain jaiswal jha jindal joshi kadam kakkar kale kapadia
  kapoor kaur kaushik khan khanna khatri khurana kohli kulkarni kunal lakhani luthra mahajan mahanta maheshwari mahto mali malhotra mandal mane marathe mathur mehra mehta menon minz mishra misra mittal modi mohanty
  mondal mukherjee munda murmu murthy nadar nag naidu naik nair nambiar nanda narang narayanan nath negi nigam oberoi ojha oraon padhi pal pande pandey pandit pandya panicker panigrahi parekh parikh parmar paswan patel
  pathak pathan patil patnaik pawar pillai prajapati pradhan prasad purohit raghavan rajput raman ramachandran randhawa rao rastogi rathi rathod rathore raut rawat reddy rout roy sabharwal sachdeva saha sahoo sahu saini
  salunkhe salvi samant sandhu sangma sarin sarkar sarma satpathy savant sawant saxena sen sengupta sethi shah shaikh sharma shastri sheikh shekhawat shenoy shetty shinde shukla sidhu sindhia singh singhal sinha sodhi solanki
  soni soren sood srivastava subramanian suri swami swamy talwar tandon taneja thakkar thakur thapa tiwari tomar tripathi trivedi tyagi upadhyay vaidya varghese varma vasudevan verma virk vohra vyas wadhwa walia yadav zaidi
  પટેલ पटेल सिंह पाटिल मिश्रा यादव चौहान राठौर
`),
]);
