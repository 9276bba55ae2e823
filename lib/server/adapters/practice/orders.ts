import type { Json } from '@/engine';

interface Order {
  readonly id: number;
  readonly customer: string;
  readonly country: string;
  readonly sku: string;
  readonly quantity: number;
  readonly price: number;
}

/** Orders of a fictional shop. */
const ORDERS: readonly Order[] = [
  { id: 1001, customer: 'Ada', country: 'GB', sku: 'valve-12', quantity: 2, price: 24.5 },
  { id: 1002, customer: 'Bo', country: 'SE', sku: 'pipe-40', quantity: 10, price: 8.2 },
  { id: 1003, customer: 'Chidi', country: 'NG', sku: 'flange-40', quantity: 4, price: 15 },
  { id: 1004, customer: 'Dana', country: 'US', sku: 'valve-12', quantity: 1, price: 24.5 },
  { id: 1005, customer: 'Emre', country: 'TR', sku: 'gasket-40', quantity: 25, price: 1.1 },
  { id: 1006, customer: 'Fatima', country: 'MA', sku: 'pipe-40', quantity: 6, price: 8.2 },
  { id: 1007, customer: 'Goran', country: 'HR', sku: 'pump-3', quantity: 1, price: 340 },
  { id: 1008, customer: 'Hina', country: 'JP', sku: 'flange-40', quantity: 8, price: 15 },
];

/** The only article that is out of stock. */
const OUT_OF_STOCK = 'pump-3';

/** All orders with their totals. */
export function listOrders(): Json {
  return { orders: ORDERS.map(shown), currency: 'EUR' };
}

/** One order; undefined when there is none. */
export function findOrder(id: string): Json | undefined {
  const order = orderOf(id);
  return order && shown(order);
}

/** Ships an order. Stores nothing, so that it can be repeated. Undefined when there is none. */
export function shipOrder(id: string): { readonly status: number; readonly body: Json } | undefined {
  const order = orderOf(id);
  if (!order) return undefined;
  if (order.sku === OUT_OF_STOCK) return { status: 409, body: { error: `${order.sku} is out of stock` } };
  return { status: 200, body: { id: order.id, shipped: true, tracking: `PW-${order.id}` } };
}

function orderOf(id: string): Order | undefined {
  return ORDERS.find((order) => String(order.id) === id);
}

function shown(order: Order) {
  return { ...order, total: Math.round(order.quantity * order.price * 100) / 100 };
}
