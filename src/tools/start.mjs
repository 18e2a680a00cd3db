/**
 * `npm start`: brings the built site up to date, serves it and prints its address. The port is claimed
 * before the build, so that a taken one is reported at once.
 */
import { parseArgs } from 'node:util';
import { listenLocally, siteHandler } from './serve.ts';
import { buildSite, dist } from './site.ts';

const usual = 4321;

function wantedPort() {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  const text = values.port ?? process.env.PORT ?? String(usual);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(
      `"${text}" is no port. Name a number from 1 to 65535, as in \`npm start -- --port 8080\`.`,
    );
  }
  return port;
}

const waitingPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Effectively Once</title><p>The site is being built. This page looks again every two seconds.</p></html>`;

let ready = false;
const site = siteHandler({ folder: dist });

async function answer(request, response) {
  if (ready) return site(request, response);
  response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2' });
  response.end(waitingPage);
}

/** Takes the wanted port, or says that it is taken and finds the next free one. */
async function claim(wanted) {
  for (let port = wanted; port < Math.min(wanted + 20, 65_536); port += 1) {
    const server = await listenLocally(answer, port);
    if (server) {
      if (port !== wanted) console.log(`Port ${wanted} is taken, so the site will be on port ${port}.`);
      return server;
    }
  }
  const server = await listenLocally(answer, 0);
  if (!server) throw new Error('No port of this machine is free. Stop a server and run `npm start` again.');
  console.log(`Ports ${wanted} to ${wanted + 19} are taken, so the site will be on port ${server.port}.`);
  return server;
}

async function main() {
  const server = await claim(wantedPort());
  const stop = () => {
    console.log('\nStopped.');
    server.close().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const built = await buildSite({
    onBuild: () =>
      console.log('Building the site. This takes half a minute or so on a machine that does nothing else.'),
  });
  if (built.kind === 'failed') {
    console.error(`${built.output}\n\nThe site could not be built. The reason is above.`);
    await server.close();
    process.exit(1);
  }
  if (built.kind === 'built') console.log(`Built in ${Math.round(built.seconds)} s.`);
  else console.log('The built site is up to date.');
  ready = true;
  console.log(`Effectively Once is at http://localhost:${server.port}/ (Ctrl+C stops it)`);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
