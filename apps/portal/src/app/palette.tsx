import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { searchQuery } from '../api/queries.js';
import { t } from '../messages/t.js';
import { Icon } from '../ui/icon.js';
import { textOf } from '../ui/states.js';
import { useSettled } from '../ui/use-settled.js';
import { commandsOf, pagesFor } from './palette-commands.js';
import type { Command } from './palette-commands.js';
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
  const [active, setActive] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const asked = useSettled(text.trim(), PAUSE_MS);
  const search = useQuery(searchQuery(asked));
  // What was found for an earlier text is not offered for this one.
  const isCurrent = asked === text.trim();
  const found = isCurrent ? commandsOf(search.data ?? []) : [];
  const commands = [...pagesFor(text, me), ...found];
  const isSearching = !isCurrent || search.isFetching;

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

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
      <Results commands={commands} active={active} onActive={setActive} onRun={run} />
      <p className={css['none']} role="status">
        {messageFor({ isSearching, count: commands.length, error: isCurrent ? search.error : null })}
      </p>
    </dialog>
  );
}

/** What is said below the results. */
function messageFor(state: { readonly isSearching: boolean; readonly count: number; readonly error: unknown }): string {
  if (state.isSearching) return t('palette.searching');
  if (state.error !== null) return t('palette.failed', { text: textOf(state.error) });
  return state.count === 0 ? t('palette.none') : '';
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
