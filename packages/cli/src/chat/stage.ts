import type { Key } from './key.js';
import { Screen, type Live, type Size } from './screen.js';
import { createStyle, type Style } from '../row/style.js';
import { openTerminal, type Terminal } from './terminal.js';

/** What stands at the bottom of the screen and takes the keys. */
export interface Scene {
  live(size: Size): Live;
  press(key: Key): void;
  /** Whether something moves although nothing happens. */
  readonly isBusy?: boolean;
}

/** Changes that come close together are drawn at once. */
const frameMs = 12;
const tickMs = 200;

/** The terminal as a chat uses it: rows that are printed for good, and the scene below them. */
export class Stage {
  readonly style: Style;
  readonly #terminal: Terminal;
  readonly #screen: Screen;
  readonly #printed: string[] = [];
  #scene: Scene | undefined;
  #frame: NodeJS.Timeout | undefined;
  #tick: NodeJS.Timeout | undefined;

  constructor(options: { colour: boolean; onEnd: () => void }) {
    this.style = createStyle(options);
    this.#terminal = openTerminal({
      onKey: (key) => this.#press(key),
      onResize: () => this.#resize(),
      onResume: () => this.#draw(),
      onEnd: options.onEnd,
    });
    this.#screen = new Screen(
      (text) => this.#terminal.write(text),
      () => this.#terminal.size(),
    );
  }

  get width(): number {
    return this.#terminal.size().columns;
  }

  show(scene: Scene | undefined): void {
    this.#scene = scene;
    this.refresh();
  }

  print(rows: readonly string[]): void {
    this.#printed.push(...rows);
    this.refresh();
  }

  refresh(): void {
    this.#frame ??= setTimeout(() => this.#draw(), frameMs);
  }

  /** Leaves the screen as it is and gives the terminal back. */
  close(): void {
    this.#scene = undefined;
    this.#draw();
    this.#terminal.close();
    clearTimeout(this.#tick);
  }

  #press(key: Key): void {
    if (key.name === 'ctrl+z') return this.#suspend();
    this.#scene?.press(key);
    this.refresh();
  }

  /** The shell gets a clean screen. */
  #suspend(): void {
    if (process.platform === 'win32') return; // nothing there to go back to
    this.#screen.update([], { rows: [] });
    this.#terminal.suspend();
  }

  #draw(): void {
    clearTimeout(this.#frame);
    clearTimeout(this.#tick);
    this.#frame = this.#tick = undefined;
    this.#screen.update(this.#printed.splice(0), this.#scene?.live(this.#terminal.size()) ?? { rows: [] });
    if (this.#scene?.isBusy) this.#tick = setTimeout(() => this.refresh(), tickMs);
  }

  #resize(): void {
    this.#screen.resize();
    this.#draw();
  }
}
