import { request } from '@playwright/test';
import type { NewVisitor, Visitor } from './browser.ts';
import { setRole } from './fixtures.ts';
import {
  type Client,
  type NewClient,
  type Player,
  requestOk,
  signUpPlayer,
  uniqueUsername,
} from './players.ts';
import type { Site } from './site.ts';
import { test as base } from './test.ts';

/** A staff member with a session. */
export type Staff = Player & Client;

const admins = new WeakMap<Site, Promise<Staff>>();

async function createAdmin(site: Site): Promise<Staff> {
  const client = { context: { request: await request.newContext({ baseURL: site.url }) } };
  const admin = await signUpPlayer(client, uniqueUsername('adm'));
  setRole(site, admin, 'admin');
  return { ...admin, ...client };
}

/**
 * Return an admin of the site. All tests of a worker share the admin, because the operator tool, which sets the role,
 * starts slowly.
 */
function adminOf(site: Site): Promise<Staff> {
  const admin = admins.get(site) ?? createAdmin(site);
  admins.set(site, admin);
  return admin;
}

type Fixtures = {
  admin: Staff;
  /** Create a moderator without a browser. */
  newModerator: (...options: Parameters<NewClient>) => Promise<Staff>;
};

/** The `test` of test.ts, extended with fixtures for staff members. */
export const test = base.extend<Fixtures>({
  admin: ({ site }, use) => adminOf(site).then(use),
  newModerator: ({ newClient, admin }, use) =>
    use(async (...options) => {
      const client = await newClient(...options);
      const moderator = await signUpPlayer(client, uniqueUsername('mod'));
      await requestOk(admin, 'PATCH', `/api/admin/promote/${moderator.id}`);
      return { ...moderator, ...client };
    }),
});

/** Change the stats of a player, such as their attack, as an admin. */
export async function changeStats(
  admin: Client,
  { id }: Pick<Player, 'id'>,
  stats: Partial<Record<'attack' | 'defense' | 'health', number>>,
): Promise<void> {
  await requestOk(admin, 'PUT', `/api/admin/users/${id}`, stats);
}

/** Open a browser with the session of a staff member. */
export async function openAs(
  newVisitor: NewVisitor,
  { context }: Staff,
  options: Parameters<NewVisitor>[0] = {},
): Promise<Visitor> {
  const visitor = await newVisitor(options);
  await visitor.context.addCookies((await context.request.storageState()).cookies);
  return visitor;
}
