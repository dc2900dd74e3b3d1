/** Runs its parent's orders one at a time and returns each result. */
export function runOrders<Order>(run: (order: Order) => Promise<object>): void {
  process.on('message', (order: Order) => {
    run(order).then(
      (result) => process.send?.(result),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
  process.send?.({ isReady: true });
}
