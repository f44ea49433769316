import { buildClient } from '../scripts/lib/client.mjs';

/** The browser suites look at the client that is built from the sources as they are now. */
export default buildClient;
