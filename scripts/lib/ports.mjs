import { connect } from 'node:net';

/** The loopback addresses that `localhost` may resolve to. */
const ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Report whether a program on this machine accepts connections to a TCP port of the loopback.
 * @param {number} port
 */
export const isTaken = async (port) =>
  (await Promise.all(ADDRESSES.map((address) => accepts(port, address)))).includes(true);

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function accepts(port, host) {
  const socket = connect({ port, host });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
