// Completes package-lock.json after `npm install`. With --check: fails when it is incomplete.
//
// Packages with native parts list one optional package per platform. npm leaves out those that the registry at hand
// does not serve, and then `npm ci` refuses the lock. An entry with a version and a platform is all it needs: it skips
// the package everywhere else.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(path, 'utf8'));

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

/** The platform that the name of a native package stands for. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  const libc = words.map((word) => libraries[word]).find(Boolean);
  if (!cpu)
    throw new Error(`${name} is missing in package-lock.json and does not name a platform: run "npm install" with a registry that has it.`);
  return { cpu: [cpu], ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/** Where npm would find a package from the point of view of another. */
function isLocked(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (!folder.includes('node_modules/')) return folder !== '' && lock.packages[`node_modules/${name}`] !== undefined;
  }
}

const missing = Object.entries(lock.packages).flatMap(([from, { dev, optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(name, from))
    .map(([name, version]) => [`node_modules/${name}`, { version, ...platformOf(name), ...(dev && { dev }), optional: true }]),
);

if (missing.length > 0 && process.argv.includes('--check')) {
  console.error(
    `${missing.length} optional packages are missing in package-lock.json, ${missing[0][0]} among them: run "node scripts/lock.js".`,
  );
  process.exit(1);
}
if (missing.length > 0) {
  const [root, ...rest] = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  lock.packages = Object.fromEntries([root, ...rest.toSorted(([a], [b]) => a.localeCompare(b, 'en'))]);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}
