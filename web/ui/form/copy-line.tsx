import { Copy } from 'lucide'
import { useId } from 'preact/hooks'
import { copyText } from '../clipboard'
import { texts } from '../../i18n'
import { Button } from '..'
import './forms.css'

interface CopyLineProps {
  readonly label: string
  readonly text: string
}

/** A text such as a link, with a button to copy it. */
export function CopyLine({ label, text }: CopyLineProps) {
  const id = useId()
  const t = texts.forms
  return (
    <div class="field copy-line">
      <label for={id} dir="auto">
        {label}
      </label>
      <span>
        <input id={id} dir="ltr" readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
        <Button icon={Copy} aria-label={t.copyOf(label)} onClick={() => copyText(text, t.copied)}>
          {t.copy}
        </Button>
      </span>
    </div>
  )
}
