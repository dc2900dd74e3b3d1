import type { Account, ProfileEdit } from '@upaj/contract/people/profiles';

/** What the edit form begins with. Only a farmer has a farm. */
export function editValues(user: Account): ProfileEdit {
  const { farmDetails, businessDetails, contactInfo } = user;
  return {
    fullName: user.fullName,
    majorProduct: user.majorProduct,
    contactInfo: { phone: contactInfo.phone ?? user.contact, whatsapp: contactInfo.whatsapp ?? '' },
    bio: user.bio,
    businessDetails: {
      businessName: businessDetails.businessName,
      specialization: businessDetails.specialization,
      experience: businessDetails.experience || farmDetails.experience,
    },
    ...(user.userType === 'farmer' && {
      farmDetails: { farmSize: farmDetails.farmSize, certifications: farmDetails.certifications },
    }),
  };
}

/** In the order of the screen, as the server names them. */
export const editPaths = [
  'fullName',
  'majorProduct',
  'contactInfo.phone',
  'contactInfo.whatsapp',
  'bio',
  'businessDetails.businessName',
  'businessDetails.specialization',
  'businessDetails.experience',
  'farmDetails.farmSize',
  'farmDetails.certifications',
] as const;
