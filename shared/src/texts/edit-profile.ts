import { LIMITS } from '../limits.ts';
import { PHOTO_TEXTS } from './photos.ts';

/**
 * Texts of Edit Profile. Labels of options that are not listed here are made from the stored values: 'Single' from
 * `single`.
 */
export const EDIT_PROFILE_TEXTS = {
  title: 'Edit Profile',
  account: 'Account',
  about: 'About you',
  picture: 'Avatar',
  usernameHint:
    'You can change your username once every 30 days. Nobody can use your old one again, not even you.',
  emailHint: 'You’ll have to confirm a new address.',
  passwordHint: 'Required to change your email.',
  status: 'Status message',
  age: 'Age',
  ageHint: `${LIMITS.age.min} to ${LIMITS.age.max}, or empty`,
  sex: 'Sex',
  relationship: 'Relationship status',
  notSpecified: 'Not specified',
  itsComplicated: 'It’s complicated',
  save: 'Save changes',
  saved: 'Profile saved.',
  failed: 'Failed to update profile.',
  backToProfile: 'View Profile',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes will be lost.',
  leave: 'Leave',
  stay: 'Stay',
  choosePicture: 'Choose a photo',
  pictureLimits: '.jpg, .png or .gif, at most 25 MB.',
  dropToo: 'You can also drop a photo here.',
  dropNow: 'Drop it here',
  wrongType: PHOTO_TEXTS.wrongType,
  tooLarge: PHOTO_TEXTS.tooLarge,
  uploadFailed: 'Upload failed.',
  uploading: 'Uploading…',
  finishing: 'Almost done…',
  uploaded: 'Avatar updated.',
  cancelUpload: 'Cancel upload',
  pictureRemoved: 'Avatar removed.',
} as const;
