import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';
import { Grid, Page, Row, Surface } from './layout.tsx';
import { Text } from './text.tsx';

it('maps the props of a layout component to classes, and passes other props on', async () => {
  await renderWithProviders(
    <Row as="ul" gap={3} rowGap={0} wrap fixed={false} aria-label="Players" className="own" />,
  );
  const list = screen.getByRole('list', { name: 'Players' });
  expect(list.className).toBe('ui-row ui-gap-3 ui-rowGap-0 ui-wrap own');
  expect(list.getAttributeNames().toSorted()).toEqual(['aria-label', 'class']);
});

it('renders text as a paragraph unless another element is given', async () => {
  await renderWithProviders(
    <>
      <Text tone="quiet">plain</Text>
      <Text as="strong">loud</Text>
    </>,
  );
  expect(screen.getByText('plain').tagName).toBe('P');
  expect(screen.getByText('loud').tagName).toBe('STRONG');
});

it('lets text grow from a given width', async () => {
  await renderWithProviders(<Text grow="14rem">name</Text>);
  expect(screen.getByText('name')).toHaveClass('ui-grow');
  expect(screen.getByText('name').style.flexBasis).toBe('14rem');
});

it('gives a surface the first elevation unless another fill is given', async () => {
  await renderWithProviders(
    <>
      <Surface>plain</Surface>
      <Surface fill="danger" gap={2}>
        failed
      </Surface>
    </>,
  );
  expect(screen.getByText('plain').className).toBe('ui-fill-1');
  expect(screen.getByText('failed').className).toBe('ui-stack ui-fill-danger ui-gap-2');
});

it('limits the width of a page', async () => {
  await renderWithProviders(<Page width="narrow">text</Page>);
  expect(screen.getByText('text').className).toBe('ui-page ui-page-narrow');
});

it.each([
  [3, undefined, 'repeat(3, minmax(0, 1fr))'],
  ['17rem', undefined, 'repeat(auto-fill, minmax(min(17rem, 100%), 1fr))'],
  ['17rem', true, 'repeat(auto-fit, minmax(min(17rem, 100%), 1fr))'],
  [['22rem', 'auto'], undefined, 'minmax(0, 22rem) auto'],
])('lays out a grid with the columns %j (fit: %j)', async (columns, fit, template) => {
  await renderWithProviders(
    <Grid columns={columns} fit={fit}>
      cells
    </Grid>,
  );
  expect(screen.getByText('cells').style.getPropertyValue('--grid-columns')).toBe(template);
});
