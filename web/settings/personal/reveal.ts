/** Milliseconds to wait for a panel to load. */
const patience = 10_000

/** Milliseconds for which the setting is highlighted. */
const glance = 2000

const labelSelector = 'label, legend, h3, summary, .button, .field > .label'

/** Scrolls to a setting by its label and focuses it, as soon as the panel contains it. Returns a function that stops waiting. */
export function reveal(panel: HTMLElement, name: string): () => void {
  const isDone = (): boolean => {
    const found = [...panel.querySelectorAll<HTMLElement>(labelSelector)].find((one) =>
      one.textContent.trim().startsWith(name),
    )
    if (found === undefined) return false
    show(found)
    return true
  }
  if (isDone()) return () => undefined
  const observer = new MutationObserver(() => isDone() && end())
  const timer = setTimeout(end, patience)
  function end(): void {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(panel, { childList: true, subtree: true, characterData: true })
  return end
}

function show(found: HTMLElement): void {
  const around = found.closest<HTMLElement>('.check, .field, fieldset, section') ?? found
  const control = around.querySelector<HTMLElement>('input:checked, input, select, textarea, button, h3')
  around.scrollIntoView({ block: 'center' })
  ;(found.matches('.button, h3') ? found : (control ?? found)).focus({ preventScroll: true })
  around.classList.add('revealed')
  setTimeout(() => around.classList.remove('revealed'), glance)
}
