import { signal } from '@preact/signals'

/** A column beside the messages on wide screens, and a drawer over them on narrow ones. */
type Drawer = 'streams' | 'people'

/** The open drawer; null if none is open, and always on wide screens. */
export const drawer = signal<Drawer | null>(null)

export const closeDrawer = (): void => {
  drawer.value = null
}

export const toggleDrawer = (which: Drawer): void => {
  drawer.value = drawer.peek() === which ? null : which
}

const wide = matchMedia('(min-width: 1100px)')

/** Whether there is room for all columns. */
export const isWide = signal(wide.matches)
wide.addEventListener('change', () => (isWide.value = wide.matches))

const narrow = matchMedia('(max-width: 719px)')

/** Whether there is only one column, as on phones. */
export const isNarrow = signal(narrow.matches)
narrow.addEventListener('change', () => (isNarrow.value = narrow.matches))

/** Widths at which a column appears or disappears, as in `layout/layout.css`. */
for (const width of [720, 1100]) matchMedia(`(min-width: ${width}px)`).addEventListener('change', closeDrawer)
