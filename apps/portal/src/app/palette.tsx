import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { searchQuery } from '../api/queries.js';
import { t } from '../messages/t.js';
import { Icon } from '../ui/icon.js';
import { textOf } from '../ui/states.js';
import { useModal } from '../ui/dialog.js';
import { useSettled } from '../ui/use-settled.js';
import { commandsOf, kindsFor, pagesFor } from './palette-commands.js';
import type { Command, Kind } from './palette-commands.js';
import { useMe } from './use-session.js';
import css from './palette.module.css';

const LIST = 'palette-list';
/** Whoever still types does not search yet. */
const PAUSE_MS = 200;
const idOf = (index: number) => `palette-${index}`;

/** Search or jump: a combobox of pages, actions and records (WAI-ARIA, combobox with a list). */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Kind>();
  const [active, setActive] = useState(0);
  const dialog = useModal();
  const navigate = useNavigate();
  const asked = useSettled(text.trim(), PAUSE_MS);
  const search = useQuery(searchQuery(asked, kind));
  // What was found for an earlier text is not offered for this one.
  const isCurrent = asked === text.trim();
  const found = isCurrent ? commandsOf(search.data ?? []) : [];
  const commands = [...(kind === undefined ? pagesFor(text, me) : []), ...found];
  const isMissed = text !== '' && commands.length === 0;
  const isSearching = !isCurrent || search.isFetching;

  const run = ({ to }: Command) => {
    onClose();
    void navigate({ to });
  };
  const moveTo = (index: number) => {
    const next = (index + commands.length) % Math.max(1, commands.length);
    setActive(next);
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = commands[active];
    if (event.key === 'ArrowDown') moveTo(active + 1);
    else if (event.key === 'ArrowUp') moveTo(active - 1);
    else if (event.key === 'Enter' && command) run(command);
    else return;
    event.preventDefault();
  };

  return (
    <dialog ref={dialog} className={css['palette']} aria-label={t('palette.title')} onClose={onClose}>
      <div className={css['head']}>
        <input
          className={css['input']}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={LIST}
          aria-activedescendant={commands.length > 0 ? idOf(active) : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <KindField
          value={kind}
          onChange={(next) => {
            setKind(next);
            setActive(0);
          }}
        />
      </div>
      <Results commands={commands} active={active} onActive={setActive} onRun={run} />
      <p className={css['none']} role="status">
        {messageFor({ isSearching, isMissed, error: isCurrent ? search.error : null })}
      </p>
    </dialog>
  );
}

interface State {
  readonly isSearching: boolean;
  readonly isMissed: boolean;
  readonly error: unknown;
}

/** What is said below the results. */
function messageFor({ isSearching, isMissed, error }: State): string {
  if (isSearching) return t('palette.searching');
  if (error !== null) return t('palette.failed', { text: textOf(error) });
  return isMissed ? t('palette.none') : '';
}

interface KindFieldProps {
  readonly value: Kind | undefined;
  readonly onChange: (kind: Kind | undefined) => void;
}

/** What is searched: everything, or what the user reads of one kind. */
function KindField({ value, onChange }: KindFieldProps) {
  const kinds = kindsFor(useMe());
  if (kinds.length < 2) return null;
  return (
    <select
      className={css['kind']}
      aria-label={t('palette.kind')}
      value={value ?? ''}
      onChange={({ target }) => onChange(kinds[target.selectedIndex - 1]?.[0])}
    >
      <option value="">{t('palette.all')}</option>
      {kinds.map(([kind, label]) => (
        <option key={kind} value={kind}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface ResultsProps {
  readonly commands: readonly Command[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onRun: (command: Command) => void;
}

function Results({ commands, active, onActive, onRun }: ResultsProps) {
  return (
    <div id={LIST} role="listbox" className={css['list']} aria-label={t('palette.results')}>
      {commands.map((command, index) => (
        <div
          key={command.id}
          id={idOf(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={css['option']}
          onPointerMove={() => onActive(index)}
          // The field keeps the focus, and its keys act.
          onPointerDown={(event) => {
            event.preventDefault();
            onRun(command);
          }}
        >
          <Icon name={command.icon} />
          <span>{command.label}</span>
          {command.note !== undefined && <span className={css['hint']}>{command.note}</span>}
        </div>
      ))}
    </div>
  );
}
