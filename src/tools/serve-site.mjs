/** Serves a built site for the browser tests: `node src/tools/serve-site.mjs <folder> <port>`. */
import { serveSite } from './serve.ts';

const [folder, port] = process.argv.slice(2);
try {
  await serveSite({ folder }, Number(port));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
