"""moto's DynamoDB on a free port of this machine (of the address in the first argument), one request at a time.

The server that moto ships has a thread per request and no lock: two conditional writes can both find their condition
true. DynamoDB carries out the writes of one item one after another, and so does this.
"""

import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

moto = DomainDispatcherApplication(create_backend_app)
turn = threading.Lock()


def one_at_a_time(environ, start_response):
    with turn:
        return list(moto(environ, start_response))


address = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1"
server = make_server(address, 0, one_at_a_time, threaded=True)
print(f"http://{address}:{server.server_port}", flush=True)
server.serve_forever()
