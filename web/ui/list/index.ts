export { Choose } from './choose'
export { Filter } from './filter'
export { isOpen, openKey } from './is-open'
export { ListPage } from './list-page'
