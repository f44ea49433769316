import { connect } from 'node:net';

/** The loopback addresses to which `localhost` can resolve. */
const ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Report whether a program accepts connections to a TCP port on a loopback address.
 * @param {number} port
 */
export const isTaken = async (port) =>
  (await Promise.all(ADDRESSES.map((address) => accepts(port, address)))).includes(true);

/**
 * Report whether a program accepts connections to a TCP port of a host.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
export function accepts(port, host) {
  const socket = connect({ port, host });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
