import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { getReportedPhoto } from './reported-content.ts';
import { photoRoutes } from './routes.ts';
import { removePhoto, restorePhoto } from './service.ts';

export const photos: Feature = {
  name: 'photos',
  routes: photoRoutes,
  reportable: {
    photo: {
      reported: getReportedPhoto,
      remove: (tx, site, { id, ...by }) => removePhoto(tx, site, { photoId: id, ...by }),
    },
  },
  restorable: { photo: restorePhoto },
  personalData,
};
