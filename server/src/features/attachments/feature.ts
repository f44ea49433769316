import { attachments as contract } from '@rivalhold/shared/contract/attachments.ts';
import { ATTACHMENT_TEXTS, DM_MESSAGES } from '@rivalhold/shared/texts/dms.ts';
import { invalidFieldsError } from '../../platform/errors.ts';
import { deleteOrphanedFiles } from '../../platform/files/stored-files.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import { withUpload } from '../../platform/media/uploads.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { openAttachment, purgeAttachments } from './service.ts';
import { addYoutube, discardUpload, uploadAttachment } from './upload.ts';

export const attachments: Feature = {
  name: 'attachments',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'POST /api/dm-attachments': async ({ session, request, commitResponse }) => {
        const ownerId = session.user.id;
        const wanted = {
          userId: ownerId,
          field: 'file',
          others: ['temporary'],
          tooLarge: ATTACHMENT_TEXTS.tooLarge,
        };
        return withUpload(site, request, wanted, async (upload) => {
          const temporary = readSwitch(upload.fields);
          return uploadAttachment(site.db, site, { ownerId, upload, temporary, commitResponse });
        });
      },

      'POST /api/dm-attachments/youtube': async ({ db, session, body }) => ({
        attachment: await addYoutube(db, site, { ownerId: session.user.id, url: body.url }),
      }),

      'DELETE /api/dm-attachments/{id}': async ({ db, session, params }) => {
        await discardUpload(db, site, { id: params.id, ownerId: session.user.id });
        return { message: DM_MESSAGES.deleted };
      },
    });

    serveFiles(http, site, { folder: 'attachments', parts: ['file', 'thumb'] }, ({ id, part, viewer }) =>
      openAttachment(site.db, site, { id, viewerId: viewer.id, part }),
    );
  },
  jobs(site) {
    site.jobs.define('attachments.purge', {
      cron: '* * * * *',
      run: async () => {
        await purgeAttachments(site.db, site);
        await deleteOrphanedFiles(site.db, site);
      },
    });
  },
  personalData,
};

function readSwitch({ temporary = 'false' }: Record<string, string>): boolean {
  if (temporary !== 'true' && temporary !== 'false') throw invalidFieldsError({ temporary: 'true or false' });
  return temporary === 'true';
}
