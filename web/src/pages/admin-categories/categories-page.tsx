import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../entities/session/api.ts';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { AddCategory } from '../../features/admin/components/add-category.tsx';
import { CategoryRow } from '../../features/admin/components/category-row.tsx';
import { categoriesQuery } from '../../features/forum/queries.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

/** Show the forum categories and the forms to change them. */
export function CategoriesPage() {
  return (
    <StaffScreen path="/admin/categories" title={FORUM_CATEGORY_TEXTS.title} text={FORUM_CATEGORY_TEXTS.text}>
      <Card title={FORUM_CATEGORY_TEXTS.addTitle}>
        <AddCategory />
      </Card>
      <Card title={FORUM_CATEGORY_TEXTS.listTitle}>
        <Categories />
      </Card>
    </StaffScreen>
  );
}

function Categories() {
  const { role } = useUser();
  const query = useQuery({ ...categoriesQuery, staleTime: 0 });
  return (
    <ListState
      items={query.data}
      failure={useErrorText(query.error, FORUM_CATEGORY_TEXTS.loadFailed)}
      retry={() => void query.refetch()}
      loading={<SkeletonRows text={FORUM_CATEGORY_TEXTS.loading} rows={4} />}
      empty={<Notice icon="scroll-unfurled" title={FORUM_CATEGORY_TEXTS.empty} />}
    >
      {(categories) => (
        <Stack as="ul" divided>
          {categories.map((category) => (
            <CategoryRow
              key={category.id}
              category={category}
              others={categories.filter(({ id }) => id !== category.id)}
              mayDelete={role === 'admin'}
            />
          ))}
        </Stack>
      )}
    </ListState>
  );
}
