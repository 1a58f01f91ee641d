import { createRef } from 'preact'

/** The filter above the sidebar. Its keys lead into `foundList`. */
export const filterBox = createRef<HTMLDivElement>()

/** What the filter leaves of the sidebar; null while nothing is filtered. Its keys lead back to `filterBox`. */
export const foundList = createRef<HTMLDivElement>()

/** The links in the filtered sidebar. */
export const foundLinks = (): HTMLAnchorElement[] => [...(foundList.current?.querySelectorAll('a') ?? [])]
