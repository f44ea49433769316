import { Menu as Base } from '@base-ui/react/menu';
import { createLink } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ComponentPropsWithRef, ReactElement, ReactNode, RefObject } from 'react';
import styles from './menu.module.css';

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** The landmark it belongs to; the end of the page unless told. */
  container?: RefObject<HTMLElement | null>;
};

/** A list of things to do or places to go, opened by a button. Loads the menu library: use it in lazy parts. */
export function Menu({ trigger, children, align = 'end', container }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner className={styles.positioner} sideOffset={8} align={align} collisionPadding={8}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = { icon?: ReactNode; danger?: boolean; onClick: () => void; children: ReactNode };

/** Something to do. */
export function MenuItem({ icon, danger, onClick, children }: MenuItemProps) {
  return (
    <Base.Item className={clsx(styles.item, danger && styles.danger)} onClick={onClick}>
      {icon}
      {children}
    </Base.Item>
  );
}

function MenuAnchor({ icon, children, ...rest }: ComponentPropsWithRef<'a'> & { icon?: ReactNode }) {
  return (
    <Base.LinkItem {...rest} closeOnClick className={styles.item}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

/** Somewhere to go. */
export const MenuLink = createLink(MenuAnchor);

/** A line between groups. */
export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />;
}

/** One of several choices, of which one holds. */
export function MenuChoice<T extends string>(props: {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
}) {
  return (
    <Base.RadioGroup value={props.value} onValueChange={props.onChange} className={styles.choice}>
      <Base.GroupLabel className={styles.groupLabel}>{props.label}</Base.GroupLabel>
      <div className={styles.options}>
        {props.options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={styles.option}>
            {option.icon}
            {option.label}
          </Base.RadioItem>
        ))}
      </div>
    </Base.RadioGroup>
  );
}
