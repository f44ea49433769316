import { SEARCH_MAX } from '@rivalhold/shared/search.ts';
import { DIRECTORY_TEXTS } from '@rivalhold/shared/texts/directory.ts';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Field } from '../../ui/field.tsx';
import { Grid, Row } from '../../ui/layout.tsx';
import styles from './filter-bar.module.css';
import { LEVEL_MAX, minLevelError, readDirectorySearch, TOGGLES } from './filters.ts';
import type { useFilters } from './use-filters.ts';

const MIN_LEVEL_ERRORS = {
  notWhole: DIRECTORY_TEXTS.minLevelWhole,
  tooLow: DIRECTORY_TEXTS.minLevelError,
  tooHigh: DIRECTORY_TEXTS.minLevelTooHigh(LEVEL_MAX),
};

/** Show the filters and the button that clears them. */
export function FilterBar(props: ReturnType<typeof useFilters>) {
  const { draft, filters, change, submit, toggle, clear, searchField } = props;
  const reason = minLevelError(readDirectorySearch(draft));
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <search aria-label={DIRECTORY_TEXTS.filters}>
      <Grid
        as="form"
        noValidate
        columns={['1fr', '11rem', 'auto']}
        gap={4}
        align="start"
        padding={4}
        fill={1}
        border
        radius={3}
        shadow={1}
        className={styles.bar}
        onSubmit={send}
      >
        <Field
          ref={searchField}
          label={DIRECTORY_TEXTS.search}
          hint={DIRECTORY_TEXTS.searchHint}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          value={draft.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <Field
          label={DIRECTORY_TEXTS.minLevel}
          hint={DIRECTORY_TEXTS.minLevelHint}
          error={reason ? MIN_LEVEL_ERRORS[reason] : undefined}
          autoComplete="off"
          inputMode="numeric"
          placeholder="1"
          value={draft.minLevel}
          onChange={(event) => change({ minLevel: event.target.value })}
        />
        <Button
          className={styles.clear}
          disabled={draft.search === '' && draft.minLevel === '' && Object.keys(filters).length === 0}
          onClick={clear}
        >
          {DIRECTORY_TEXTS.clear}
        </Button>
        <Row gap={2} wrap className={styles.toggles}>
          {TOGGLES.map((name) => (
            <Chip key={name} pressed={filters[name] === true} onClick={() => toggle(name)}>
              {DIRECTORY_TEXTS.toggles[name]}
            </Chip>
          ))}
        </Row>
      </Grid>
    </search>
  );
}
