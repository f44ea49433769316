import { SEARCH_MAX } from '@rivalhold/shared/search.ts';
import { useState } from 'react';
import { useDebounce } from '../../../lib/use-debounce.ts';
import { useOutsideChange } from '../../../lib/use-outside-change.ts';
import { Field } from '../../../ui/field.tsx';

type SearchFieldProps = {
  label: string;
  /** The search text that is applied now. */
  search: string;
  onSearch: (search: string) => void;
};

/** Render a search field. `onSearch` receives the text after a pause in typing, or immediately on Enter. */
export function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search);
  const pause = useDebounce();
  // Show a search text that was changed elsewhere, for example by going back.
  const beforeApply = useOutsideChange(search, (changed) => {
    pause.cancel();
    setText(changed);
  });
  const submitSearch = (next: string) => {
    beforeApply(next);
    onSearch(next);
  };
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          pause.cancel();
          submitSearch(text.trim());
        }}
      >
        <Field
          label={label}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          value={text}
          onChange={({ target: { value } }) => {
            setText(value);
            pause.schedule(() => submitSearch(value.trim()));
          }}
        />
      </form>
    </search>
  );
}
