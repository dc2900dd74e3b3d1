import { describe, expect, test } from 'vitest';
import { districtsOf, isState, states } from '@upaj/contract/places';
import { cleanPlace } from './place-names.ts';
import { districtRows, stateRows } from './places.ts';

const spellings = `
Andaman and Nicobar | North and Middle Andaman | North and Middle Andaman
Andhra Pradesh | Anantapur | Ananthapuramu
Andhra Pradesh | Chittor | Chittoor
Andhra Pradesh | Cuddapah | YSR Kadapa
Andhra Pradesh | Nellore | Sri Potti Sriramulu Nellore
Andhra Pradesh | Vijayanagaram | Vizianagaram
Andhra Pradesh | Dr.B.R.A.Konaseema | Dr. B.R. Ambedkar Konaseema
Arunachal Pradesh | Papum Pore | Papum Pare
Assam | Bangaigaon | Bongaigaon
Assam | BONGAIGAON | Bongaigaon
Assam | Karimganj | Sribhumi
Assam | Sibsagar | Sivasagar
Bihar | Aurangabad | Aurangabad
Bihar | Bhabhua | Kaimur
Bihar | Chhapra | Saran
Bihar | East Champaran/ Motihari | East Champaran
Bihar | Gopalgang | Gopalganj
Bihar | Kaimur/Bhabhua | Kaimur
Bihar | Kaithar | Katihar
Bihar | Luckeesarai | Lakhisarai
Bihar | Munghair | Munger
Bihar | Purnea | Purnia
Bihar | West Chambaran | West Champaran
Chattisgarh | Bijapur | Bijapur
Chattisgarh | Janjgir | Janjgir-Champa
Chattisgarh | Kabirdham | Kabeerdham
Chattisgarh | Kawardha | Kabeerdham
Chattisgarh | Koria | Korea
Chattisgarh | North Bastar | Kanker
Chattisgarh | Gourela Pendra Marwahi | Gaurela-Pendra-Marwahi
Dadra and Nagar Haveli | Dadra & Nagar Haveli | Dadra and Nagar Haveli
Daman and Diu | Daman | Daman
NCT of Delhi | Delhi | New Delhi
Gujarat | Banaskanth | Banaskantha
Gujarat | Chhota Udaipur | Chhota Udepur
Gujarat | Junagarh | Junagadh
Gujarat | Panchmahals | Panchmahal
Gujarat | The Dangs | Dang
Gujarat | Vadodara(Baroda) | Vadodara
Haryana | Gurgaon | Gurugram
Haryana | Hissar | Hisar
Haryana | Jhajar | Jhajjar
Haryana | Mahendragarh-Narnaul | Mahendragarh
Haryana | Mewat | Nuh
Haryana | Yamuna Nagar | Yamunanagar
Himachal Pradesh | Kangra (at Dharmashala) | Kangra
Himachal Pradesh | Sirmore | Sirmaur
Jammu and Kashmir | Badgam | Budgam
Jharkhand | Deogarh | Deoghar
Jharkhand | Sahebgang | Sahibganj
Jharkhand | Saraikela(Kharsanwa) | Seraikela Kharsawan
Jharkhand | West Singbhum | West Singhbhum
Karnataka | Bangalore | Bengaluru Urban
Karnataka | Belgaum | Belagavi
Karnataka | Bellary | Ballari
Karnataka | Bijapur | Vijayapura
Karnataka | Chamrajnagar | Chamarajanagar
Karnataka | Chikmagalur | Chikkamagaluru
Karnataka | Davangere | Davanagere
Karnataka | Gulbarga | Kalaburagi
Karnataka | Kalburgi | Kalaburagi
Karnataka | Karwar(Uttar Kannad) | Uttara Kannada
Karnataka | Madikeri(Kodagu) | Kodagu
Karnataka | Mangalore(Dakshin Kannad) | Dakshina Kannada
Karnataka | Mysore | Mysuru
Karnataka | Ramanagar | Bengaluru South
Karnataka | Shimoga | Shivamogga
Karnataka | Tumkur | Tumakuru
Karnataka | Yadgiri | Yadgir
Kerala | Alleppey | Alappuzha
Keralam | Kasargod | Kasaragod
Keralam | Kozhikode(Calicut) | Kozhikode
Keralam | Palakad | Palakkad
Keralam | Thirssur | Thrissur
Madhya Pradesh | Anupur | Anuppur
Madhya Pradesh | Badwani | Barwani
Madhya Pradesh | Hoshangabad | Narmadapuram
Madhya Pradesh | Shehdol | Shahdol
Madhya Pradesh | Singroli | Singrauli
Madhya Pradesh | Umariya | Umaria
Maharashtra | Ahmednagar | Ahilyanagar
Maharashtra | Amarawati | Amravati
Maharashtra | Aurangabad | Chhatrapati Sambhajinagar
Maharashtra | Chattrapati Sambhajinagar | Chhatrapati Sambhajinagar
Maharashtra | Dharashiv(Usmanabad) | Dharashiv
Maharashtra | Gondiya | Gondia
Maharashtra | Jalana | Jalna
Maharashtra | Mumbai | Mumbai City
Maharashtra | Osmanabad | Dharashiv
Maharashtra | Sholapur | Solapur
Maharashtra | Vashim | Washim
Meghalaya | Nongpoh (R-Bhoi) | Ri-Bhoi
Mizoram | Lungli | Lunglei
Orissa | Bolangir | Balangir
Orissa | Deogarh | Deogarh
Orissa | Khurda | Khordha
Orissa | Mayurbhanja | Mayurbhanj
Odisha | Nowarangpur | Nabarangpur
Odisha | Sonepur | Subarnapur
Odisha | Sundergarh | Sundargarh
Pondicherry | Pondicherry | Puducherry
Punjab | Bhatinda | Bathinda
Punjab | Fatehgarh | Fatehgarh Sahib
Punjab | Ferozpur | Ferozepur
Punjab | kapurthala | Kapurthala
Punjab | Mohali | Sahibzada Ajit Singh Nagar
Punjab | Muktsar | Sri Muktsar Sahib
Punjab | Nawanshahr | Shahid Bhagat Singh Nagar
Punjab | Ropar (Rupnagar) | Rupnagar
Punjab | Tarntaran | Tarn Taran
Rajasthan | Anupgarh | Sri Ganganagar
Rajasthan | Deedwana Kuchaman | Didwana-Kuchaman
Rajasthan | Ganganagar | Sri Ganganagar
Rajasthan | Jhunjunu | Jhunjhunu
Rajasthan | Jodhpur Rural | Jodhpur
Rajasthan | Kotputli- Behror | Kotputli-Behror
Rajasthan | Swai Madhopur | Sawai Madhopur
Sikkim | East | Gangtok
Sikkim | South Sikkim (Namchi | Namchi
Sikkim | West Sikkim (Gyalsing) | Gyalshing
Tamil Nadu | Kallakuruchi | Kallakurichi
Tamil Nadu | Kancheepuram | Kancheepuram
Tamil Nadu | Nagercoil (Kannyiakumari) | Kanniyakumari
Tamil Nadu | The Nilgiris | Nilgiris
Tamil Nadu | Thiruchirappalli | Tiruchirappalli
Tamil Nadu | Thirunelveli | Tirunelveli
Tamil Nadu | Thirupathur | Tirupathur
Tamil Nadu | Thirupur | Tiruppur
Tamil Nadu | Thiruvellore | Tiruvallur
Tamil Nadu | Tuticorin | Thoothukudi
Tamil Nadu | Villupuram | Viluppuram
Telangana | Jagityal | Jagtial
Telangana | Mahbubnagar | Mahabubnagar
Telangana | Ranga Reddy Dist. | Ranga Reddy
Tripura | South District | South Tripura
Tripura | Unokoti | Unakoti
Tripura | West District | West Tripura
Uttar Pradesh | Allahabad | Prayagraj
Uttar Pradesh | Ambedkarnagar | Ambedkar Nagar
Uttar Pradesh | Badaun | Budaun
Uttar Pradesh | Bhadohi(Sant Ravi Nagar) | Bhadohi
Uttar Pradesh | Bulandshahar | Bulandshahr
Uttar Pradesh | Chitrakut | Chitrakoot
Uttar Pradesh | Faizabad | Ayodhya
Uttar Pradesh | Farukhabad | Farrukhabad
Uttar Pradesh | Gautam Budh Nagar | Gautam Buddha Nagar
Uttar Pradesh | Jalaun (Orai) | Jalaun
Uttar Pradesh | Jyotiba Phule Nagar | Amroha
Uttar Pradesh | Kannuj | Kannauj
Uttar Pradesh | Kanpur | Kanpur Nagar
Uttar Pradesh | Khiri (Lakhimpur) | Lakhimpur Kheri
Uttar Pradesh | Mau(Maunathbhanjan) | Mau
Uttar Pradesh | Muradabad | Moradabad
Uttar Pradesh | Padrauna(Kusinagar) | Kushinagar
Uttar Pradesh | Pillibhit | Pilibhit
Uttar Pradesh | Raebarelli | Raebareli
Uttar Pradesh | Siddharth Nagar | Siddharthnagar
Uttrakhand | Dehradoon | Dehradun
Uttrakhand | Garhwal (Pauri) | Pauri Garhwal
Uttrakhand | Nanital | Nainital
Uttrakhand | UdhamSinghNagar | Udham Singh Nagar
West Bengal | Burdwan | Purba Bardhaman
West Bengal | Coochbehar | Cooch Behar
West Bengal | Medinipur(E) | Purba Medinipur
West Bengal | Medinipur(W) | Paschim Medinipur
West Bengal | Puruliya | Purulia
West Bengal | Sounth 24 Parganas | South 24 Parganas
Dadra and Nagar Haveli | Silvassa | Dadra and Nagar Haveli
DELHI | CENTRAL | Central Delhi
NCT of Delhi | West | West Delhi
DELHI | NORTH WEST | North West Delhi
DELHI | South East | South East Delhi
DELHI | SHAHDARA | North East Delhi
HARYANA | CHARKI DADRI | Charkhi Dadri
Karnataka | Bengaluru North | Bengaluru Rural
KARNATAKA | VIJAYNAGAR | Vijayanagara
Ladakh | LEH LADAKH | Leh
ODISHA | JAGATSINGHAPUR | Jagatsinghpur
PUNJAB | FIROZEPUR | Ferozepur
TELANGANA | JAYASHANKAR BHUPALAPALLY | Jayashankar Bhupalpally
Uttar Pradesh | Bhim Nagar | Sambhal
WEST BENGAL | 24 PARAGANAS NORTH | North 24 Parganas
WEST BENGAL | DINAJPUR UTTAR | Uttar Dinajpur
West Bengal | North 24 Paraganas | North 24 Parganas
West Bengal | South 24 Paraganas | South 24 Parganas
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [state: string, given: string, district: string]);

describe('the names of places', () => {
  test.each(spellings)('%s, %s is %s', (state, given, district) => {
    const place = cleanPlace(state, given);
    expect(place.district).toBe(district);
    expect(isState(place.state)).toBe(true);
    expect(districtsOf(place.state)).toContain(district);
  });

  test.each([
    ['Keralam', 'Kerala'],
    ['ORISSA', 'Odisha'],
    ['Chattisgarh', 'Chhattisgarh'],
    ['Uttrakhand', 'Uttarakhand'],
    ['Pondicherry', 'Puducherry'],
    ['NCT of Delhi', 'Delhi'],
    ['Jammu & Kashmir', 'Jammu and Kashmir'],
    ['Tamilnadu', 'Tamil Nadu'],
    ['Telengana', 'Telangana'],
    [' andaman  and nicobar ', 'Andaman and Nicobar Islands'],
    ['The Dadra And Nagar Haveli And Daman And Diu', 'Dadra and Nagar Haveli and Daman and Diu'],
  ])('the state %s is %s', (given, state) => {
    expect(cleanPlace(given, 'Nowhere')).toEqual({ state, district: 'Nowhere' });
  });

  test('do not change when official', () => {
    for (const state of states)
      for (const district of districtsOf(state))
        expect(cleanPlace(state, district)).toEqual({ state, district });
  });

  test('have no ambiguous alias', () => {
    for (const { state, portalNames } of stateRows)
      for (const name of portalNames) expect(cleanPlace(name, '').state).toBe(state);
    for (const { state, district, portalNames } of districtRows)
      for (const name of portalNames) expect(cleanPlace(state, name)).toEqual({ state, district });
  });

  test('that moved to another state are found there', () => {
    expect(cleanPlace('Jammu and Kashmir', 'Kargil')).toEqual({ state: 'Ladakh', district: 'Kargil' });
  });

  test('that are unknown only lose extra spaces', () => {
    expect(cleanPlace(' Utopia ', '  Some   Town (New) ')).toEqual({
      state: 'Utopia',
      district: 'Some Town (New)',
    });
    expect(cleanPlace('Kerala', 'Kozhikod')).toEqual({ state: 'Kerala', district: 'Kozhikod' });
    expect(cleanPlace('Kerala', '')).toEqual({ state: 'Kerala', district: '' });
    expect(cleanPlace('Kerala', '()')).toEqual({ state: 'Kerala', district: '()' });
  });
});
