import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import staff from '../../../entities/staff/staff.module.css';
import { Field } from '../../../ui/field.tsx';
import { Grid } from '../../../ui/layout.tsx';
import type { CategoryDraft } from '../categories.ts';

const { slug, title, description } = LIMITS.forum.category;
const FIELDS = [
  { field: 'slug', label: FORUM_CATEGORY_TEXTS.slug, most: slug },
  { field: 'title', label: FORUM_CATEGORY_TEXTS.name, most: title },
  { field: 'description', label: FORUM_CATEGORY_TEXTS.description, most: description },
] as const;

type CategoryFieldsProps = {
  draft: CategoryDraft;
  errors: { [F in keyof CategoryDraft]?: string };
  onChange: (draft: CategoryDraft) => void;
};

/** Render the fields for a category's slug, title and description. */
export function CategoryFields({ draft, errors, onChange }: CategoryFieldsProps) {
  return (
    <Grid columns="8.5rem" fit gap={3} rowGap={5} align="start">
      {FIELDS.map(({ field, label, most: maxLength }) => (
        <Field
          key={field}
          className={field === 'description' ? staff.long : undefined}
          label={label}
          dir="auto"
          autoComplete="off"
          spellCheck={field !== 'slug'}
          autoCapitalize={field === 'slug' ? 'none' : undefined}
          maxLength={maxLength}
          value={draft[field]}
          error={errors[field]}
          onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
        />
      ))}
    </Grid>
  );
}
