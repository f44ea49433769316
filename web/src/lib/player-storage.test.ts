import { afterEach, expect, it, vi } from 'vitest';
import { clearOtherPlayers, clearPlayerValues, readPlayerValue, writePlayerValue } from './player-storage.ts';

const players = [1, 11, 2];
const left = () => players.filter((id) => readPlayerValue(id, 'draft:5') !== null);
const broken = new Proxy(
  {},
  {
    get: () => () => {
      throw new Error('no storage');
    },
  },
);

class Storage {
  getItem(name: string) {
    return (this as unknown as Record<string, string>)[name] ?? null;
  }
  setItem(name: string, value: string) {
    Object.assign(this, { [name]: value });
  }
  removeItem(name: string) {
    delete (this as unknown as Record<string, string>)[name];
  }
}

afterEach(() => vi.unstubAllGlobals());

for (const [place, storage] of Object.entries({ storage: new Storage(), memory: broken })) {
  it(`clears the values of one player, or of all players except one, in ${place}`, () => {
    vi.stubGlobal('sessionStorage', storage);
    for (const id of players) writePlayerValue(id, 'draft:5', 'half a thought');
    clearPlayerValues(1);
    expect(left()).toEqual([11, 2]);
    clearOtherPlayers(2);
    expect(left()).toEqual([2]);
    writePlayerValue(2, 'draft:5', null);
    expect(left()).toEqual([]);
  });
}

it('keeps values in memory if the storage is full', () => {
  const storage = new Storage();
  vi.stubGlobal('sessionStorage', storage);
  writePlayerValue(1, 'draft:5', 'half');
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  writePlayerValue(1, 'draft:5', 'half a thought');
  expect(readPlayerValue(1, 'draft:5')).toBe('half a thought');
  writePlayerValue(1, 'draft:5', null);
  expect(readPlayerValue(1, 'draft:5')).toBeNull();
});

it('keeps values that do not belong to players', () => {
  const storage = new Storage();
  vi.stubGlobal('sessionStorage', storage);
  storage.setItem('theme', 'dark');
  clearOtherPlayers(2);
  expect(storage.getItem('theme')).toBe('dark');
});
