import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages, which } from './system.ts';

/** A key and a certificate, and their files. Clients must trust `certFile`. */
export type TlsCertificate = { key: Buffer; cert: Buffer; keyFile: string; certFile: string };

/** In `folder`, create a key and a self-signed certificate for the loopback address. */
export function createTlsCertificate(folder: string): TlsCertificate {
  if (which('openssl') === null) installSystemPackages(['openssl']);
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', ...made.split(' '), ...names], { stdio: 'ignore' });
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), keyFile, certFile };
}
