export { longName, shortName } from './names'
export { Faces, Title } from './title'
export { When } from './when'
