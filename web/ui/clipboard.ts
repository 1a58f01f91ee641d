import { texts } from '../i18n'
import { showToast, showBriefToast } from '.'

/** Copies a text and shows `sentence` in a toast, or that it could not be copied. */
export function copyText(text: string, sentence: string): void {
  // Undefined on plain HTTP.
  const { clipboard } = navigator as { clipboard?: Clipboard }
  const done = clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
  done.then(
    () => showBriefToast(sentence),
    () => showToast(texts.forms.notCopied),
  )
}
