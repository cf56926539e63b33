/** Address of a file next to the scripts of the build, relative to the script. */
declare module "*.wasm" {
  const address: string
  export default address
}
