import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { exportSections } from './export-sections.ts';

const LINE = { kept: 'lines stay, by “Deleted player”, until they are purged after 30 days' };

export const personalData: PersonalData = {
  sections: exportSections,
  tables: {
    chat_messages: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'lobby-lines',
      columns: {
        id: [LINE, true],
        type: [LINE, true],
        user_id: [LINE, SELF],
        text: [LINE, true],
        has_links: [LINE, INTERNAL],
        created_at: [LINE, true],
        deleted_at: [LINE, { omitted: 'lines that staff deleted are not shown to anybody' }],
        client_temp_id: [LINE, INTERNAL],
      },
    },
    chat_rules: { notPersonal: 'settings of the lobby' },
  },
};
