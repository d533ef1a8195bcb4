/** Where a server listens, under which name it is reached, and how it ends. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { ForageError } from '../errors.ts';

export const LOOPBACK = '127.0.0.1';
export const SHORTEST_PASSWORD = 12;

export const isLoopback = (address: string): boolean => address === LOOPBACK || address === '::1';

export function checkPassword(password: string | undefined): void {
  if (password !== undefined && password.length < SHORTEST_PASSWORD)
    throw new ForageError(
      'USAGE',
      `The password is too short: at least ${SHORTEST_PASSWORD} characters, please.`,
    );
}

/** As it stands in a URL. */
export const hostNameOf = (address: string, names: readonly string[]): string =>
  isIP(address) === 6 ? `[${address}]` : address === '0.0.0.0' ? (names[0] ?? LOOPBACK) : address;

export async function listen(server: Server, port: number, address: string): Promise<number> {
  if (port > 65_535 || !Number.isInteger(port) || port < 0)
    throw new ForageError('USAGE', `${port} is not a port; use 0 to 65535.`);
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ForageError(
      'USAGE',
      `${address}:${port} cannot be used (${(error as Error).message}); choose another with --port.`,
    );
  }
  return (server.address() as AddressInfo).port;
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
