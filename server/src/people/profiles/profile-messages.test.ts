import { beforeAll, expect, test } from 'vitest';
import { appForTests } from '#test/hooks.ts';
import { addPerson, type Person } from '#test/factories.ts';

const app = appForTests();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
});

const profile = {
  fullName: 'Gurpreet Singh',
  majorProduct: 'Wheat',
  bio: 'A farmer',
  contactInfo: { phone: '9876543210', whatsapp: '' },
  businessDetails: { businessName: '', specialization: '', experience: '' },
  farmDetails: { farmSize: '', certifications: [] as string[] },
};

const phone = (text: string) => ({ contactInfo: { phone: text } });
const whatsapp = (text: string) => ({ contactInfo: { phone: '9876543210', whatsapp: text } });
const business = (text: object) => ({ businessDetails: { ...profile.businessDetails, ...text } });
const farm = (text: object) => ({ farmDetails: { ...profile.farmDetails, ...text } });
const mobile = 'Please enter a valid 10-digit mobile number';
const tooLong = 'This is too long. Please shorten it.';
const long = 'x'.repeat(101);

const editing: [object, string, string][] = [
  [{ fullName: '' }, 'fullName', 'Full name is required'],
  [{ fullName: '  ' }, 'fullName', 'Full name is required'],
  [{ fullName: undefined }, 'fullName', 'Full name is required'],
  [{ fullName: 'G' }, 'fullName', 'Name must be at least 2 characters'],
  [{ fullName: long }, 'fullName', tooLong],
  [{ majorProduct: long }, 'majorProduct', tooLong],
  [{ bio: 'x'.repeat(501) }, 'bio', tooLong],
  [{ bio: 'a\u0000b' }, 'bio', 'This value is not valid'],
  [phone(''), 'contactInfo.phone', 'Contact number is required'],
  [{ contactInfo: {} }, 'contactInfo.phone', 'Contact number is required'],
  [phone('5876543210'), 'contactInfo.phone', mobile],
  [phone('987654321'), 'contactInfo.phone', mobile],
  [phone('98765432101'), 'contactInfo.phone', mobile],
  [phone('9876543abc'), 'contactInfo.phone', mobile],
  [whatsapp('5876543210'), 'contactInfo.whatsapp', mobile],
  [whatsapp('98765'), 'contactInfo.whatsapp', mobile],
  [business({ businessName: long }), 'businessDetails.businessName', tooLong],
  [business({ specialization: long }), 'businessDetails.specialization', tooLong],
  [business({ experience: long }), 'businessDetails.experience', tooLong],
  [{ businessDetails: 'none' }, 'businessDetails', 'This value is not valid'],
  [farm({ farmSize: long }), 'farmDetails.farmSize', tooLong],
  [
    farm({ certifications: Array<string>(11).fill('FSSAI') }),
    'farmDetails.certifications',
    'You can add at most 10 certifications',
  ],
  [farm({ certifications: ['FSSAI', 'x'.repeat(61)] }), 'farmDetails.certifications.1', tooLong],
  [farm({ certifications: [''] }), 'farmDetails.certifications.0', 'This value is not valid'],
];

test.each(editing)('editing the profile with %o says at %s: %s', async (changes, field, message) => {
  const body = { ...profile, ...changes };
  const failure = await farmer.client.fail('PATCH /api/v1/users/profile', { body });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
  expect(failure.errors).toHaveLength(1);
});

const address = {
  state: 'Punjab',
  district: 'Ludhiana',
  city: 'Khanna',
  village: 'Bahomajra',
  pincode: '141401',
};

const addressing: [object, string, string][] = [
  [{ state: '' }, 'state', 'State is required'],
  [{ state: undefined }, 'state', 'State is required'],
  [{ state: 'Lahore' }, 'state', 'Choose a state from the list'],
  [{ district: ' ' }, 'district', 'District is required'],
  [{ district: 'Nashik' }, 'district', 'Choose a district in this state from the list'],
  [{ city: '' }, 'city', 'City is required'],
  [{ city: long }, 'city', tooLong],
  [{ village: long }, 'village', tooLong],
  [{ pincode: '14140' }, 'pincode', 'Pincode must be 6 digits'],
  [{ pincode: '041401' }, 'pincode', 'Pincode must be 6 digits'],
  [{ pincode: '14140a' }, 'pincode', 'Pincode must be 6 digits'],
];

test.each(addressing)('an address with %o says at %s: %s', async (changes, field, message) => {
  const body = { ...address, ...changes };
  const failure = await farmer.client.fail('PATCH /api/v1/address/update-address', { body });
  expect(failure).toMatchObject({ statusCode: 422, message, errors: [{ field, message }] });
  expect(failure.errors).toHaveLength(1);
});

test('an empty address names every field with its own message', async () => {
  const failure = await farmer.client.fail('PATCH /api/v1/address/update-address', { body: {} });
  expect(failure.errors.map(({ message }) => message)).toEqual([
    'State is required',
    'District is required',
    'City is required',
  ]);
});

test('refused forms change nothing', async () => {
  const { data } = await farmer.client.call('GET /api/v1/users/profile');
  expect(data).toEqual({ ...farmer.account, lastSeen: data.lastSeen });
});
