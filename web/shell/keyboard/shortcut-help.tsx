import { texts } from '../../i18n'
import { Dialog } from '../../ui/dialog'
import { keyLabels } from '../../ui/keyboard/key-name'
import { groups, type Shortcut, type ShortcutKeys, type KeyGroup } from '../../ui/keyboard/table'
import './shortcut-help.css'

/** A dialog with all shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { shortcuts: t } = texts
  const names: Readonly<Record<Shortcut, string>> = t.commands
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div class="keys" role="document" tabIndex={-1} data-first>
        {(Object.keys(groups) as KeyGroup[]).map((group) => (
          <section key={group}>
            <h3>{t.groups[group]}</h3>
            <dl>
              {byCommand(groups[group]).map(([command, keys]) => (
                <div key={command}>
                  <dt>{names[command]}</dt>
                  <dd>
                    {keys.map((name, index) => (
                      <>
                        {index > 0 && <span>{t.or}</span>}
                        <Combination key={name} name={name} />
                      </>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="keys-hint">{t.hint}</p>
    </Dialog>
  )
}

const byCommand = (keys: readonly ShortcutKeys[]): readonly (readonly [Shortcut, readonly string[]])[] =>
  [...Map.groupBy(keys, ({ command }) => command)].map(([command, all]) => [command, all.flatMap(({ keys }) => keys)])

const Combination = ({ name }: { name: string }) => (
  <span class="combination">
    {keyLabels(name, texts.shortcuts.names).map((part) => (
      <kbd key={part}>{part}</kbd>
    ))}
  </span>
)
