/**
 * What is said about a field, by key. Schemas name the key; the server answers with the English text, the web
 * with the reader's language.
 */
export const fieldMessages = {
  fullNameRequired: 'Full name is required',
  fullNameShort: 'Name must be at least 2 characters',
  contactRequired: 'Contact number is required',
  contactInvalid: 'Please enter a valid 10-digit mobile number',
  usernameRequired: 'Username is required',
  usernameShort: 'Username must be at least 3 characters',
  usernameInvalid: 'Username may have letters, digits, dot, dash and underscore only',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 6 characters',
  passwordCommon: 'This password is too easy to guess. Please choose another.',
  passwordsDiffer: 'Passwords do not match',
  aadhaarRequired: 'Aadhaar number is required',
  aadhaarInvalid: 'Aadhaar number must be 12 digits',
  roleRequired: 'Please select your role',
  termsRequired: 'You must agree to terms and conditions',
  emailTaken: 'An account with this email already exists',
  usernameTaken: 'This username is already taken',
  aadhaarTaken: 'An account with this Aadhaar number already exists',
  avatarInvalid: 'Please select a valid image file',
  titleRequired: 'Title is required',
  descriptionRequired: 'Description is required',
  priceRequired: 'Price is required',
  priceInvalid: 'Enter an amount in rupees, 0 or more, with at most 2 decimals',
  priceUnitInvalid: 'Choose a price unit from the list',
  categoryRequired: 'Category is required',
  categoryInvalid: 'Choose a category from the list',
  cropTypeRequired: 'Crop Type is required',
  quantityRequired: 'Quantity is required',
  stateRequired: 'State is required',
  stateInvalid: 'Choose a state from the list',
  districtRequired: 'District is required',
  districtInvalid: 'Choose a district of this state from the list',
  cityRequired: 'City is required',
  villageRequired: 'Village is required',
  pincodeRequired: 'Pincode is required',
  pincodeInvalid: 'Pincode must be 6 digits',
  shelfLifeRequired: 'Shelf Life is required',
  harvestDateInvalid: 'Enter the harvest date as year, month and day',
  tagsTooMany: 'At most 15 tags',
  imagesRequired: 'At least one product image is required',
  imagesTooMany: 'At most 10 images',
  imageTooLarge: 'This image is too large. Maximum size is 10MB.',
  imageInvalid: 'This file is not a picture that can be shown',
  imageTooManyPixels: 'This picture has too many pixels. At most 50 megapixels.',
  certificationsTooMany: 'At most 10 certifications',
  ratingRequired: 'Please choose 1 to 5 stars',
  commentRequired: 'Please write a comment',
  commentShort: 'Please write at least 10 characters',
  answerRequired: 'Please write an answer',
  reasonRequired: 'Please choose a reason',
  currentPasswordRequired: 'Enter your current password',
  currentPasswordWrong: 'This is not your current password',
  passwordSame: 'Please choose a password that differs from the current one',
  confirmationWrong: 'Type your username exactly as it is shown',
  messageRequired: 'Please write a message',
  commodityRequired: 'Choose a commodity',
  commodityUnknown: 'Choose a commodity from the list',
  locationInvalid: 'Choose a state or district from the list',
  marketInvalid: 'Choose a mandi of this state from the list',
  alertTypeRequired: 'Choose above or below',
  targetPriceRequired: 'Enter a price',
  targetPriceInvalid: 'Enter a price above 0 in rupees, with at most 2 decimals',
  transportInvalid: 'Enter what carrying a quintal one kilometre costs: 0 to 100 rupees',
  tooLong: 'This is too long',
  invalid: 'This value is not valid',
} as const;

export type FieldMessageKey = keyof typeof fieldMessages;

/** Names a message in a schema; a key that the catalogue lacks does not compile. */
export function say(key: FieldMessageKey): FieldMessageKey {
  return key;
}

export function isFieldMessageKey(key: string): key is FieldMessageKey {
  return Object.hasOwn(fieldMessages, key);
}
