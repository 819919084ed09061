// What the table role takes of a 32-bit chip's heap: prints "name bytes" lines. Needs the npm
// package @micropython/micropython-webassembly-pyscript. Arguments: its folder, the folder whose
// files are to be /device, and the script to run.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [library, files, script] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(join(library, "micropython.mjs")).href);
const mp = await loadMicroPython({ heapsize: 1024 * 1024, stdout: (line) => console.log(line) });

function copy(from, to) {
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (statSync(path).isDirectory()) {
      mp.FS.mkdir(`${to}/${name}`);
      copy(path, `${to}/${name}`);
    } else {
      mp.FS.writeFile(`${to}/${name}`, readFileSync(path));
    }
  }
}

mp.FS.mkdir("/device");
copy(files, "/device");
for (const part of readFileSync(script, "utf8").split("# ---\n")) {
  mp.runPython(part); // garbage is collected between two parts
}
