export { Filter } from './filter'
export { ListPage } from './list-page'
