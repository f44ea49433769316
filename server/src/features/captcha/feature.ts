import type { Feature } from '../../platform/site.ts';
import { purgeUsed } from './queries.ts';
import { captchaRoutes } from './routes.ts';

export const captcha: Feature = {
  name: 'captcha',
  routes: captchaRoutes,
  jobs(site) {
    site.jobs.define('captcha.purge', {
      cron: '47 * * * *',
      run: () => purgeUsed(site.db, site.clock.now()),
    });
  },
  personalData: {
    tables: { used_captchas: { notPersonal: 'signatures of solved challenges, not linked to players' } },
  },
};
