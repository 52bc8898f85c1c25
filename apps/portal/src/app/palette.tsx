import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../messages/t.js';
import { Icon } from '../ui/icon.js';
import { commandsFor } from './palette-commands.js';
import type { Command } from './palette-commands.js';
import { useMe } from './use-session.js';
import css from './palette.module.css';

const LIST = 'palette-list';
const idOf = (index: number) => `palette-${index}`;

/** Search or jump: a combobox of pages, actions and records (WAI-ARIA, combobox with a list). */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { scopes } = useMe();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const commands = commandsFor(text, scopes);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const run = ({ to, search }: Command) => {
    onClose();
    void navigate({ to, ...(search && { search }) });
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
      {commands.length === 0 && <p className={css['none']}>{t('palette.none')}</p>}
    </dialog>
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
        </div>
      ))}
    </div>
  );
}
