/** A file that the build puts next to the scripts; its address, relative to the script's. */
declare module "*.wasm" {
  const address: string
  export default address
}
