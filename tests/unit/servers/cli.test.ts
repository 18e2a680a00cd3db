/** `--on` and `--isolation` on the command line, as far as they need no server. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { freePort } from '../../servers/local.ts';

function once(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
const refused = (stderr: string) => ({ status: 2, stdout: '', stderr: `${stderr}\n` });

test('an address of something else is one sentence', () => {
  expect(once('replay', 'double-charge', '--on', 'mysql://localhost/shop')).toEqual(
    refused(
      '--on is "mysql://localhost/shop", which names neither a PostgreSQL nor a Redis. Write postgres://user@host:5432/database or redis://host:6379.',
    ),
  );
});

test('an isolation level needs a PostgreSQL', () => {
  expect(once('replay', 'double-charge', '--isolation', 'serializable')).toEqual(
    refused('--isolation is a server’s. Add --on postgres://…, or leave it out.'),
  );
  expect(once('explore', 'double-charge', '--on', 'postgres://localhost', '--isolation', 'snapshot')).toEqual(
    refused(
      '--isolation is "snapshot", which PostgreSQL does not have. Choose one of: read committed, repeatable read, serializable.',
    ),
  );
});

test('a Redis for a lab that has none is one sentence', () => {
  expect(once('replay', 'double-charge', '--on', 'redis://localhost')).toEqual(
    refused('Lab "double-charge" does not use redis. Leave --on redis://… out.'),
  );
});

test('a server that is not there is one sentence, without the password', async () => {
  const port = await freePort();
  expect(once('replay', 'double-charge', '--on', `postgres://me:secret@127.0.0.1:${port}/shop`)).toEqual(
    refused(
      `PostgreSQL at 127.0.0.1:${port}/shop: nobody listens there. Start the server, or correct the port.`,
    ),
  );
  expect(once('replay', 'redis-claim', '--on', `redis://127.0.0.1:${port}`)).toEqual(
    refused(`Redis at 127.0.0.1:${port}: nobody listens there. Start the server, or correct the port.`),
  );
});

test('a space too large for a server is refused before anybody connects', async () => {
  const port = await freePort();
  // Four workers that look and insert: F(u, p) schedules from u that have not looked and p that trust
  // their look, F(u, p) = u F(u-1, p+1) + p (u+p-1)!, since after the first insert each has one step.
  // F(1,3) = 42, F(2,2) = 96, F(3,1) = 294, F(4,0) = 1176.
  expect(
    once('explore', 'three-at-once', '--workers', '4', '--on', `postgres://127.0.0.1:${port}/shop`),
  ).toEqual(
    refused(
      'Scenario "three-at-once" has 1176 schedules with check-then-insert. On a server each is run from fresh rows, and at most 500 are. Explore it without --on, or replay single schedules there.',
    ),
  );
});

test('labs takes no server', () => {
  expect(once('labs', '--on', 'postgres://localhost')).toEqual(
    refused('labs has no option --on. Leave it out.'),
  );
});
