import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { run, runOne, runPlanned, transaction } from './db.ts';

const FIXED = 'select $1::integer + 1 as next';
const PLANNED = 'select $1::integer + 2 as next';

const app = useTestApp();

describe('a statement of fixed text', () => {
  it('answers the same inside a transaction and outside', async () => {
    const { db } = app.site;
    expect(await run(db, FIXED, [1])).toEqual([{ next: 2 }]);
    expect(await runPlanned(db, PLANNED, [1])).toEqual([{ next: 3 }]);
    await transaction(db, async (tx) => {
      expect(await runOne(tx, FIXED, [2])).toEqual({ next: 3 });
      await expect(runOne(tx, 'select 1 where false', [])).rejects.toThrow('no row');
    });
  });

  it('still works on its connection after it failed there', async () => {
    await transaction(app.site.db, async (tx) => {
      await run(tx, FIXED, [1]);
    });
    await expect(
      transaction(app.site.db, async (tx) => {
        await run(tx, FIXED, ['not a number']);
      }),
    ).rejects.toThrow();
    for (let times = 0; times < 3; times++)
      expect(await run(app.site.db, FIXED, [times])).toEqual([{ next: times + 1 }]);
  });

  if (process.env.TEST_DATABASE_URL)
    it('is prepared by its connection, one to be planned for its values is not', async () => {
      await transaction(app.site.db, async (tx) => {
        await run(tx, FIXED, [1]);
        await runPlanned(tx, PLANNED, [1]);
        const prepared = await run<{ statement: string }>(
          tx,
          'select statement from pg_prepared_statements where statement = any ($1)',
          [[FIXED, PLANNED]],
        );
        expect(prepared).toEqual([{ statement: FIXED }]);
      });
    });
});
