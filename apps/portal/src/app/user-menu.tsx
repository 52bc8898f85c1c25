import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t, tCode } from '../messages/t.js';
import { Button } from '../ui/button.js';
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuLine } from '../ui/menu.js';
import { usePreferences, useZone } from '../ui/preferences.js';
import { textOf } from '../ui/states.js';
import { useNotify } from '../ui/toast.js';
import type { Zone } from '../format/time.js';
import { session } from './session.js';
import { applyTheme, storedTheme } from './theme.js';
import type { Theme } from './theme.js';
import { usePreference } from './use-preference.js';
import { useMe } from './use-session.js';

const THEMES = (['system', 'light', 'dark'] as const).map((theme) => [theme, t(`theme.${theme}`)] as const);
const ZONES = (['eastern', 'utc', 'local'] as const).map((zone) => [zone, t(`zone.${zone}`)] as const);

const DENSITIES = (['comfortable', 'compact'] as const).map((each) => [each, t(`density.${each}`)] as const);

export function UserMenu({ onKeys }: { readonly onKeys: () => void }) {
  const { name, role, mfa } = useMe();
  const zone = useZone();
  const { density = 'comfortable' } = usePreferences();
  const [theme, setTheme] = useState(storedTheme);
  const save = usePreference();
  const notify = useNotify();
  const navigate = useNavigate();
  const changeTheme = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
    save({ theme: next });
  };
  return (
    <Menu trigger={<Button look="quiet" icon="user" aria-label={t('user.menu', { name })} />}>
      <MenuLabel>
        {name}
        <br />
        {tCode('role', role)}
      </MenuLabel>
      <MenuLine />
      <MenuChoices
        label={t('theme.title')}
        value={theme}
        options={THEMES}
        onChange={(next) => changeTheme(next as Theme)}
      />
      <MenuLine />
      <MenuChoices
        label={t('zone.title')}
        value={zone}
        options={ZONES}
        onChange={(next) => save({ time_zone: next as Zone })}
      />
      <MenuLine />
      <MenuChoices
        label={t('density.title')}
        value={density}
        options={DENSITIES}
        onChange={(next) => save({ density: next as typeof density })}
      />
      <MenuLine />
      <MenuItem icon="keyboard" onSelect={onKeys}>
        {t('keys.title')}
      </MenuItem>
      <MenuItem icon="lock" onSelect={() => void navigate({ to: '/password' })}>
        {t('user.password')}
      </MenuItem>
      <MenuItem icon="check" onSelect={() => void navigate({ to: '/second-factor' })}>
        {t(mfa ? 'factor.menu' : 'factor.title')}
      </MenuItem>
      <MenuItem icon="user" onSelect={() => void navigate({ to: '/sessions' })}>
        {t('sessions.title')}
      </MenuItem>
      <MenuItem
        icon="arrowRight"
        onSelect={() => void session.signOut().catch((error: unknown) => notify(textOf(error), 'bad'))}
      >
        {t('user.signOut')}
      </MenuItem>
    </Menu>
  );
}
