import { CopyLine, Section } from '../../../ui/form'
import { texts } from '../../../i18n'
import { dialogs } from '../../../routes/dialogs'
import { replaceAddress } from '../../../routes/dialog-history'
import { Button } from '../../../ui'
import { useStore } from '../../../session/context'

/** What can be moved in, and the command for it. */
export function Instructions() {
  const { state } = useStore()
  const t = texts.organization.imports
  const tab = texts.settings.tabs.sessions
  return (
    <Section title={t.title}>
      <p>{t.about}</p>
      <p class="hint">{t.fresh}</p>
      <div class="fields">
        <p>{t.steps}</p>
        <CopyLine label={t.command} text={importCommand(state.delivery_email.value)} />
        <p class="hint">{t.key(tab)}</p>
        <div class="buttons">
          <Button onClick={() => replaceAddress(dialogs.sessions)}>{tab}</Button>
        </div>
        <p class="hint">{t.documentation}</p>
      </div>
    </Section>
  )
}

/** The command that imports an archive as an owner into this organization. */
const importCommand = (email: string): string =>
  `npm run import -- archive.zip --site ${quoteForShell(location.origin)} --user ${quoteForShell(email)}`

/** A text as one word of a shell. */
const quoteForShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
